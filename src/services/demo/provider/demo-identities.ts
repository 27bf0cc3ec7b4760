import { createHash } from 'node:crypto';
import { picturePath } from './picture.ts';

export interface DemoIdentity {
  id: string;
  name: string;
  username: string;
  /** Relative to the public address. */
  picture: string;
  counts: { followers: number; follows: number; posts: number; likes: number | null };
  pages: { id: string; name: string }[];
}

/** Connected to team 1 by the demo data. */
export const CONNECTED_NAMES = [
  'Northwind',
  'Northwind Kids',
  'Northwind Outdoor',
  'Northwind Home',
  'Northwind Outlet',
  'Northwind Europe',
] as const;
/** Connected to team 2 by the demo data. */
export const OTHER_TEAM_NAMES = ['Harbour Coffee', 'Harbour Roasters'] as const;
/** Not connected yet, to try it out with. */
const FREE_NAMES = ['Northwind Studio', 'Northwind Labs', 'Northwind Local'] as const;

const PAGES = ['Shop', 'Careers', 'Support'];
const NETWORKS_WITH_PAGES: ReadonlySet<string> = new Set(['facebook', 'linkedin', 'youtube']);
const NETWORKS_WITHOUT_LIKES: ReadonlySet<string> = new Set(['linkedin', 'shopify', 'x']);

/** For a shop its domain. */
const usernameOf = (type: string, name: string) =>
  type === 'shopify'
    ? `${name.toLowerCase().replaceAll(' ', '-')}.myshopify.com`
    : name.toLowerCase().replaceAll(' ', '.');

/** Deterministic: the same name always gives the same identity. */
export function demoIdentity(type: string, name: string): DemoIdentity {
  const username = usernameOf(type, name);
  const digits = createHash('sha256').update(`${type} ${username}`).digest();
  const amount = (offset: number, range: number) => digits.readUInt32BE(offset) % range;
  const id = String(1_000_000_000 + amount(0, 900_000_000));
  return {
    id,
    name,
    username,
    picture: picturePath(name),
    counts: {
      followers: amount(4, 480_000),
      follows: amount(8, 2_400),
      posts: amount(12, 3_600),
      likes: NETWORKS_WITHOUT_LIKES.has(type) ? null : amount(16, 5_000_000),
    },
    pages: NETWORKS_WITH_PAGES.has(type)
      ? PAGES.map((page, index) => ({ id: `${id}${index}`, name: `${name} ${page}` }))
      : [],
  };
}

/**
 * The identities to choose from: first the expected one, then unconnected ones, then one that the demo
 * data has already connected.
 * @param expected a username or the domain of a shop
 */
export function offeredIdentities(type: string, expected: string | undefined): DemoIdentity[] {
  const known = [...FREE_NAMES, ...CONNECTED_NAMES, ...OTHER_TEAM_NAMES];
  const identities = known.map((name) => demoIdentity(type, name));
  const first =
    identities.find(({ username }) => username === expected) ??
    (type === 'shopify' && expected !== undefined ? shopIdentity(expected) : undefined);
  const offered = identities.slice(0, FREE_NAMES.length + 1);
  return first ? [first, ...offered.filter(({ id }) => id !== first.id)] : offered;
}

function shopIdentity(domain: string): DemoIdentity {
  const name = domain
    .replace(/\.myshopify\.com$/, '')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  return demoIdentity('shopify', name);
}
