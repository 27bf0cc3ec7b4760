import type { FastifyInstance } from 'fastify';
import { sendTestWebhook } from '#contract/gateway/webhook-checks.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import { findWebhookSecret } from '#services/gateway/loyalty/loyalty-connections.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { sendTest } from './send-test-webhook.ts';

/** Sends test events to a team's own inbox (decisions.md, 51). */
export function testEventsRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock, encryption } = dependencies;

  registerForTeam(app, dependencies, sendTestWebhook, async ({ teamId, body }) => {
    const secret = await findWebhookSecret(db, encryption, teamId);
    if (secret === undefined) throw notFound();
    const { event_type: eventType, member_id: memberId, case: testCase } = body;
    const webhook = { teamId, eventType, memberId, testCase };
    const sent = await db.transaction(async (tx) => {
      await recordAudit(tx, {
        action: 'webhook_test.send',
        subject: { type: 'webhook_test', id: eventType },
        changes: changesBetween({}, body),
        teamId,
      });
      return sendTest({ db: tx, encryption }, webhook, secret, clock.now());
    });
    return {
      data: {
        deliveries: sent.map(({ id, verdict }) => ({ webhook_request_id: String(id), verdict })),
      },
    };
  });
}
