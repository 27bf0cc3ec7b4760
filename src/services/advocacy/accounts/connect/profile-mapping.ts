import type { TokenEndpointResponse } from 'oauth4webapi';
import type {
  AccountProvider,
  ProfileMapping,
} from '#services/advocacy/accounts/account-provider.ts';
import type { NewAccount } from '#services/advocacy/accounts/accounts-store.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';

const TEXT_MAX = 512;
const URL_MAX = 2048;
/** Longer lifetimes are a network's way of saying "never". */
const LIFETIME_MAX_SECONDS = 10 * 365 * DAY_SECONDS;

interface ProfileResponse {
  profile: unknown;
  tokens: TokenEndpointResponse;
  site: string | null;
  now: Date;
}

/**
 * Maps a network's profile and tokens to an account.
 * @returns undefined when the profile has no external id
 */
export function toNewAccount(
  { type, profile: mapping, capabilities }: AccountProvider,
  { profile, tokens, site, now }: ProfileResponse,
): NewAccount | undefined {
  const text = (path: string | undefined) => readText(profile, path);
  const count = (path: string | undefined) => readCount(profile, path);
  const externalId = text(mapping.external_id);
  if (externalId === undefined) return undefined;
  const name = text(mapping.name) ?? externalId;
  return {
    type,
    externalId,
    name,
    username: text(mapping.username) ?? name,
    imageUrl: readUrl(profile, mapping.image_url),
    site,
    expiresAt: consentExpiry(tokens, now),
    capabilities: [...capabilities],
    followersCount: count(mapping.followers_count) ?? 0,
    followsCount: count(mapping.follows_count) ?? 0,
    mediaCount: count(mapping.media_count) ?? 0,
    likesCount: count(mapping.likes_count) ?? null,
    credentials: {
      accessToken: tokens.access_token,
      ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
    },
    subaccounts: readSubaccounts(profile, mapping.subaccounts),
  };
}

/** When the authorization ends: the refresh token's expiry, if the network reports one. */
function consentExpiry(tokens: TokenEndpointResponse, now: Date): Date | null {
  const seconds =
    tokens.refresh_token === undefined ? tokens.expires_in : tokens.refresh_token_expires_in;
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > LIFETIME_MAX_SECONDS) return null;
  return addSeconds(now, seconds);
}

function readSubaccounts(profile: unknown, mapping: ProfileMapping['subaccounts']) {
  const list = mapping && readPath(profile, mapping.list);
  if (!mapping || !Array.isArray(list)) return [];
  const byExternalId = new Map<string, { externalId: string; name: string }>();
  for (const item of list) {
    const externalId = readText(item, mapping.external_id);
    if (externalId === undefined) continue;
    byExternalId.set(externalId, { externalId, name: readText(item, mapping.name) ?? externalId });
  }
  return [...byExternalId.values()];
}

/** A non-empty string or number as text that the database can store. */
function readText(document: unknown, path: string | undefined): string | undefined {
  const value = readPath(document, path);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).replaceAll('\0', '').slice(0, TEXT_MAX).toWellFormed();
  return text === '' ? undefined : text;
}

function readCount(document: unknown, path: string | undefined): number | undefined {
  const value = readPath(document, path);
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** An image URL. Only http(s) URLs are accepted, because browsers load them. */
function readUrl(document: unknown, path: string | undefined): string | null {
  const value = readPath(document, path);
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && href.length <= URL_MAX ? href : null;
}

function readPath(document: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  return path.split('.').reduce<unknown>((value, name) => {
    const isContainer = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isContainer ? (value as Record<string, unknown>)[name] : undefined;
  }, document);
}
