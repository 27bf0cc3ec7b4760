import { isIP } from 'node:net';
import { EnvironmentError } from '#services/platform/check-variables.ts';

/** What passkeys are created for (decisions.md, 65). */
export interface RelyingParty {
  /** The host of the public address, or a parent of it. */
  id: string;
  origin: string;
}

/**
 * @param domain a parent of the public address's host, so that passkeys outlive a change of the host
 * @returns undefined where browsers have no passkeys: on an IP address, and over HTTP except on this machine
 * @throws {EnvironmentError} if the domain is no parent of the host
 */
export function findRelyingParty(
  publicUrl: string,
  domain: string | undefined,
): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined;
  if (protocol !== 'https:' && !isLocal) return undefined;
  if (domain !== undefined && hostname !== domain && !hostname.endsWith(`.${domain}`)) {
    throw new EnvironmentError(
      `PATRON_PASSKEY_DOMAIN: ${domain} is neither ${hostname}, the host of the public address, nor a parent of it`,
    );
  }
  return { id: domain ?? hostname, origin };
}
