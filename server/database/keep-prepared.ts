import pg from 'pg'

/** What one connection keeps at most: each statement costs the server some tens of kilobytes. */
const MOST = 400

/** Longer texts carry many rows, and seldom come again. The longest that every order asks has 4500 signs. */
const LONGEST = 8000

/** The statements that this process has sent, and their names on every connection. */
const names = new Map<string, string>()

/**
 * Lets the database parse and plan each statement with parameters once on a connection, instead of at every run: that is
 * a third of its work for a purchase. A plan that a migration made useless is refused by the server; see `isStalePlan`.
 */
export function keepPrepared(client: pg.Client): void {
  const { prototype } = pg.Client
  client.query = ((first: unknown, ...rest: unknown[]) =>
    Reflect.apply(Reflect.get(prototype, 'query'), client, [named(first, rest[0]), ...rest])) as typeof client.query
}

function named(first: unknown, values: unknown): unknown {
  const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig | null)
  // Without parameters it may be several statements, which cannot be prepared; whatever submits itself knows better.
  const parameters = Array.isArray(values) ? values : (config?.values ?? [])
  if (!config?.text || config.name || parameters.length === 0 || 'submit' in config) return first
  const name = nameOf(config.text)
  return name === undefined ? first : { ...config, name }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST || text.length > LONGEST) return known
  const name = `portal_${names.size}`
  names.set(text, name)
  return name
}
