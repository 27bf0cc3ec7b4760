import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName } from './sign-in-cookies.ts';

interface UnsignedCookie {
  name: string;
  value: string;
  path: string;
  seconds: number;
}

/** Sets a cookie whose value is a random token, which needs no signature. */
export function setUnsignedCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, value, path, seconds }: UnsignedCookie,
): void {
  const parts = [
    `${cookieName(publicUrl, name)}=${value}`,
    `Path=${path}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  // Signed cookies are set there, too: Fastify's own header would replace them.
  reply.raw.appendHeader('set-cookie', parts.join('; '));
}

export function readUnsignedCookie(
  { headers: { cookie = '' } }: FastifyRequest,
  publicUrl: string,
  name: string,
): string | undefined {
  const prefix = `${cookieName(publicUrl, name)}=`;
  const pair = cookie.split('; ').find((each) => each.startsWith(prefix));
  return pair?.slice(prefix.length);
}
