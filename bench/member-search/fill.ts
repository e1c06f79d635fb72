import type { Cluster } from '../support/cluster.ts'

/** Danish first names, some of them rare, some late in the alphabet. */
const first =
  'Anne Kirsten Mette Hanne Anna Helle Susanne Lene Maria Marianne Lone Camilla Inge Pia Karen Bente Louise Charlotte Jette Tina Peter Michael Jens Lars Thomas Henrik Søren Christian Martin Jan Morten Jesper Anders Niels Mads Rasmus Per Hans Jørgen Ole Emma Ida Clara Freja Sofie Alma Agnes Karla Laura Ella Oscar William Carl Noah Oliver Alfred Malthe Valdemar August Emil Yrsa Åse Ørnulf Zenobia Xenia Quirin Wilfred Åge'
/** Common and rare Danish family names. */
const last =
  'Nielsen Jensen Hansen Andersen Pedersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen Christiansen Poulsen Johansen Møller Mortensen Holm Krogh Vest Lund Bech Dahl Friis Winther Skov Bang Quist Zøllner Wexø Ågård Ziegler Juhl Hjorth Toft Bruun Kjær'

/** Syllables of all other names, eight thousand in all. */
const syllables = 'bal dri vek mol tar sin gor lub fen hak ris nov pel zat jur cim wod kys eth oni'

/**
 * Members in one statement: half have common names, the others one of thousands. One in twenty thousand
 * has a name of the rarest letters. Indexes are built afterwards.
 */
export async function fillMembers(cluster: Cluster, database: string, count: number): Promise<void> {
  const indexes = await cluster.sql<{ name: string; definition: string }>(
    database,
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'members' and indexname in ('members_search', 'members_letters', 'members_listed', 'members_email')`,
  )
  for (const { name } of indexes) await cluster.sql(database, `drop index ${name}`)
  await cluster.sql(
    database,
    `insert into members (id, first_name, last_name, email, city)
     select portal_new_id(), first_name, last_name,
       lower(translate(first_name || '.' || last_name, 'æøåÆØÅ', 'aoaAOA')) || n || '@' || (array['mail','post','web','club'])[1 + n % 4] || '.example',
       'Roskilde'
     from (
       select n,
         case when n % 20011 = 0 then 'Qiuxì' when random() < 0.5 then initcap(part[1 + n % 20] || part[1 + (n / 20) % 20] || part[1 + (n / 400) % 20])
           else names[1 + floor(power(random(), 2) * cardinality(names))::int] end
           || case when n % 7 = 0 then ' ' || names[1 + (n / 7) % cardinality(names)] else '' end as first_name,
         case when n % 15013 = 0 then 'Wyżqk' when random() < 0.5 then initcap(part[1 + (n / 7) % 20] || part[1 + (n / 140) % 20] || part[1 + (n / 2800) % 20]) || 'sen'
           else family[1 + floor(power(random(), 2) * cardinality(family))::int] end
           || case when n % 5 = 0 then '-' || chr(97 + n % 26) || chr(97 + (n / 26) % 26) || 'by' else '' end as last_name
       from generate_series(1, $1::int) n,
         (select string_to_array($2, ' ') as names, string_to_array($3, ' ') as family, string_to_array($4, ' ') as part) lists
     ) people`,
    [count, first, last, syllables],
  )
  for (const { definition } of indexes) await cluster.sql(database, definition)
  // A new index forgets it.
  await cluster.sql(database, 'alter index members_letters alter column 1 set statistics 1000')
  await cluster.sql(database, 'vacuum (analyze) members')
}
