import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readUnsignedCookie, setUnsignedCookie } from './unsigned-cookie.ts';

const COOKIE = 'patron_sso';
/** As long as the sign-in page can be used. */
const COOKIE_SECONDS = 1800;

/** The query of a request's address, as it was sent. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

/** The secret of a browser on its way to the provider and back; several tabs share it. */
export function issueBrowserSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, baseUrl }: { publicUrl: string; baseUrl: string },
): string {
  const value = readBrowserSecret(request, publicUrl) ?? randomBytes(32).toString('base64url');
  const path = `${new URL(baseUrl).pathname}/oauth`;
  setUnsignedCookie(reply, publicUrl, { name: COOKIE, value, path, seconds: COOKIE_SECONDS });
  return value;
}

/** @returns undefined if it is missing, or can't be one */
export function readBrowserSecret(request: FastifyRequest, publicUrl: string): string | undefined {
  const value = readUnsignedCookie(request, publicUrl, COOKIE);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
