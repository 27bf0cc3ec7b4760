import * as z from 'zod/mini';
import { connectMessageSchema } from '#contract/advocacy/accounts.ts';
import type { ConnectCallback } from './connect-callback.ts';

/** The body may be any: `connectResult` reads it. */
const messageSchema = z.extend(connectMessageSchema, { data: z.unknown() });
export type ConnectMessage = z.output<typeof messageSchema>;
export type ConnectType = ConnectMessage['type'];

/**
 * `message`: the callback reported a result. `unknown`: the window was closed, lost its opener or
 * timed out; only the list shows what happened, so reload it and offer `connectByRedirect`.
 */
export type ConnectOutcome =
  | { readonly kind: 'message'; readonly message: ConnectMessage }
  | { readonly kind: 'unknown' };

/** Parses the JSON of a callback; undefined if the contract doesn't know it. */
export function parseConnectMessage(text: unknown): ConnectMessage | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const message = messageSchema.safeParse(JSON.parse(text));
    return message.success ? message.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decodes the result of connecting by redirect (advocacy.md, Rules for /edit and /new, 3). Anyone
 * can craft a callback URL, so a message counts only if this tab started the connection, and the
 * page that it returns to reloads its list either way.
 */
export function readConnectCallback({ data, pending }: ConnectCallback): ConnectOutcome {
  const message = decodeMessage(data);
  if (!pending || message?.type !== pending.type) return { kind: 'unknown' };
  return { kind: 'message', message };
}

/** Standard Base64 of UTF-8 JSON (decisions.md, 23). */
function decodeMessage(base64: string): ConnectMessage | undefined {
  try {
    // URLSearchParams turns a "+" that was not percent-encoded into a space.
    const bytes = Uint8Array.from(atob(base64.replaceAll(' ', '+')), (char) => char.charCodeAt(0));
    return parseConnectMessage(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
