export const schema = `
create table if not exists user (
  sub text primary key, email text not null unique collate nocase, given_name text not null, family_name text not null,
  phone_number text, email_verified integer not null, password text not null, roles text not null default '[]'
);
create table if not exists payload (
  model text not null, id text not null, payload text not null, grant_id text, user_code text, uid text,
  expires_at integer, consumed_at integer, primary key (model, id)
);
create index if not exists payload_grant on payload (grant_id);
create index if not exists payload_uid on payload (uid);
create table if not exists secret (name text primary key, value text not null);
`
