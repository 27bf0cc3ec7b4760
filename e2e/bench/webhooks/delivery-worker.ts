import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { webhookDependencies } from './webhook-dependencies.ts';

/** Sends due deliveries, in a separate process. */
const { DATABASE_URL = '', PATRON_DATA_DIR = '' } = process.env;
const storage = await openPostgres(DATABASE_URL, silentLog);
const worker = startWebhookWorker(await webhookDependencies(storage, PATRON_DATA_DIR));

process.send?.('ready');
process.once('disconnect', async () => {
  await worker.stop();
  await storage.close();
});
