import * as z from 'zod/mini';

const tokensSchema = z.object({
  accessToken: z.string(),
  scopes: z.readonly(z.array(z.string())),
  expiresAt: z.number(),
});

/** A message between tabs. It is parsed, because another tab may run another version of the console. */
const sessionMessageSchema = z.union([
  /** The session has a new access token. */
  z.object({ kind: z.literal('refreshed'), tokens: tokensSchema }),
  z.object({ kind: z.literal('signed-in'), tokens: tokensSchema }),
  /** The refresh token has expired or was revoked. */
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('signed-out') }),
]);
export type SessionMessage = z.output<typeof sessionMessageSchema>;

/** The tabs of this browser. Messages carry access tokens, which are never stored. */
export interface SessionChannel {
  send(message: SessionMessage): void;
  listen(listener: (message: SessionMessage) => void): void;
}

/** Opens the channel that all tabs of this browser share. A tab doesn't receive its own messages. */
export function openSessionChannel(): SessionChannel {
  const channel = new BroadcastChannel('patron.session');
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = sessionMessageSchema.safeParse(data);
        if (message.success) listener(message.data);
      });
    },
  };
}
