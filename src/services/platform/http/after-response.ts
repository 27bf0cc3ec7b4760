import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentContext, runInContext } from '#services/platform/context.ts';
import type { Log } from '#services/platform/log.ts';

/**
 * Runs work after the response was sent, so that neither its outcome nor its duration shows in the
 * response; immediately if the client is gone. Failures are logged. A process that stops in between may lose the work.
 */
export type AfterResponse = (reply: FastifyReply, work: () => Promise<void>) => void;

/** The work of an app, which waits for it when it closes. */
export function createAfterResponse(app: FastifyInstance, log: Log): AfterResponse {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
  return (reply, work) => {
    const context = currentContext();
    const start = () => {
      const promise = runInContext(context, work)
        .catch((error: unknown) => log.error({ err: error }, 'work after a response failed'))
        .finally(() => running.delete(promise));
      running.add(promise);
    };
    if (reply.raw.closed) start();
    else reply.raw.once('close', start);
  };
}
