import { flushCompileCache } from 'node:module';
import { GATEWAY_PATH } from '#services/gateway/gateway-addresses.ts';
import { startInboxWorker } from '#services/gateway/inbox/inbox-worker.ts';
import { receiveWebhookRoute } from '#services/gateway/inbox/receive/receive-webhook-route.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { systemClock } from '#services/platform/clock.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { createServer } from '#services/platform/http/server.ts';
import { registerJsonApi } from '#services/platform/json-api/json-api.ts';
import { createLog } from '#services/platform/log.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { countUnfinished } from './crash-data.ts';

// A process that sends and receives webhooks, for tests that kill it. `POST /emit/:campaign` responds
// once an event is committed, like the operations that cause events.
const { PATRON_DATA_DIR = '', DATABASE_URL, PORT } = process.env;
const log = createLog('warn');
const clock = systemClock;
const storage =
  DATABASE_URL === undefined
    ? await openEmbedded(PATRON_DATA_DIR)
    : await openPostgres(DATABASE_URL, log);
const { db, listen } = storage;
const keyring = await openKeyring(PATRON_DATA_DIR);
const encryption = createEncryption(keyring);

const server = createServer(log);
await server.register(
  async (app) => {
    registerJsonApi(app);
    receiveWebhookRoute(app, { db, clock, encryption });
  },
  { prefix: GATEWAY_PATH },
);
server.post('/emit/:campaign', async (request) => {
  const { campaign } = request.params as { campaign: string };
  await db.transaction(async (tx) => {
    const [program] = await tx.select({ id: programs.id }).from(programs);
    if (!program) throw new Error('No program found');
    const event = { programId: program.id, eventType: 'event_campaign_entered', now: clock.now() };
    await emitEvents(tx, event, [
      { member_info: { member_id: 'M-1' }, campaign_info: { campaign_name: campaign } },
    ]);
  });
  return {};
});
server.get('/unfinished', async () => String(await countUnfinished(storage)));
await server.listen({ port: Number(PORT), host: 'localhost' });
const workers = [
  await startInboxWorker({ db, clock, log, listen, limits: GATEWAY_LIMITS }),
  startWebhookWorker({
    db,
    clock,
    log,
    keyring,
    encryption,
    retrySeconds: 1,
    maxAttempts: 100,
    allowPrivateAddresses: true,
    ownOrigin: `http://localhost:${PORT}`,
  }),
];
process.once('SIGTERM', async () => {
  await Promise.all([server.close(), ...workers.map((worker) => worker.stop())]);
  await storage.close();
  process.exit(0);
});
// Node saves its compile cache at a normal exit, which this process never reaches.
flushCompileCache();
process.send?.({ url: `http://localhost:${PORT}` });
