import * as z from 'zod/mini';

const tokensSchema = z.object({
  accessToken: z.string(),
  scopes: z.readonly(z.array(z.string())),
  expiresAt: z.number(),
});

/** What one tab tells the others; parsed, because they may run another version of the console. */
const sessionMessageSchema = z.union([
  /** The same sign-in goes on with the next access token. */
  z.object({ kind: z.literal('refreshed'), tokens: tokensSchema }),
  /** Somebody signed in. */
  z.object({ kind: z.literal('signed-in'), tokens: tokensSchema }),
  /** The refresh token is at its end. */
  z.object({ kind: z.literal('ended') }),
  /** The person signed out. */
  z.object({ kind: z.literal('signed-out') }),
]);
export type SessionMessage = z.output<typeof sessionMessageSchema>;

/** The tabs of this browser. Access tokens pass from memory to memory, and are stored nowhere. */
export interface SessionChannel {
  send(message: SessionMessage): void;
  /** Listens to the other tabs. */
  listen(listener: (message: SessionMessage) => void): void;
}

/** The channel that all tabs of this browser share; nobody hears what it says itself. */
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
