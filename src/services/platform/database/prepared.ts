import type { Queries } from './database.ts';

/**
 * A query with a fixed text, which is built once per database instead of for each request. The name
 * that it gives to `prepare` lets PostgreSQL parse it once per connection.
 */
export function prepared<Query>(build: (db: Queries) => Query): (db: Queries) => Query {
  const queries = new WeakMap<Queries, Query>();
  return (db) => {
    const query = queries.get(db) ?? build(db);
    queries.set(db, query);
    return query;
  };
}
