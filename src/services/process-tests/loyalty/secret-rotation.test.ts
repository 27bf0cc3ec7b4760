import { createHmac } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import type { ManagedDelivery } from '#contract/program/deliveries.ts';
import type { ManagedWebhook } from '#contract/program/webhooks.ts';
import { type Received, startReceiver } from '#services/loyalty/testing/receiver.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { createDemoDatabase, demoDirectory } from '#services/testing/demo-data.ts';
import { confirmPassword, enterCampaign, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const EVENTS = 30;

function isSignedWith(secret: string, { body, headers }: Received): boolean {
  const signed = `${body}:${headers[WEBHOOK_NONCE_HEADER]}`;
  const signature = createHmac('sha512', secret).update(signed).digest('hex');
  return headers[WEBHOOK_SIGNATURE_HEADER] === signature;
}

describe("a webhook's secret is replaced while events flow", () => {
  const kinds = [
    ['the embedded database', false],
    ['PostgreSQL', true],
  ] as const;

  for (const [name, isPostgres] of kinds) {
    test.skipIf(isPostgres && !postgresUrl)(
      `none is lost, and each is signed with a valid secret: ${name}`,
      async () => {
        const database = isPostgres ? await createDemoDatabase() : undefined;
        if (database) onTestFinished(database.drop);
        const receiver = await startReceiver();
        onTestFinished(receiver.close);
        const patron = await startPatronProcess({
          PATRON_DATA_DIR: database?.directory ?? (await demoDirectory()),
          PATRON_DEMO: '1',
          ...(database ? { DATABASE_URL: database.url } : {}),
        });
        const headers = await signInAsAdmin(patron);
        const idToken = await confirmPassword(patron, headers);
        const webhooks = `${patron.url}/gateway/teams/1/program/webhooks`;
        const proof = `?id_token=${encodeURIComponent(idToken)}`;
        const post = async (path: string, body?: object) => {
          const json = { ...headers, 'content-type': 'application/json' };
          const response = await fetch(`${webhooks}${path}${proof}`, {
            method: 'POST',
            ...(body ? { headers: json, body: JSON.stringify(body) } : { headers }),
          });
          expect(response.ok).toBe(true);
          return ((await response.json()) as { data: ManagedWebhook & { secret: string } }).data;
        };
        const { id, secret: first } = await post('', { url: receiver.url });

        // The receiver learns the new secret some events after Patron signs with it.
        let known = first;
        const accepted: Received[] = [];
        receiver.respondWith((request) => {
          if (!isSignedWith(known, request)) return 401;
          accepted.push(request);
          return 200;
        });
        let second = '';
        for (let index = 0; index < EVENTS; index += 1) {
          const [entered, rotated] = await Promise.all([
            enterCampaign(patron, `Spring ${index}`),
            index === EVENTS / 3 ? post(`/${id}/secret`) : undefined,
          ]);
          expect(entered.status).toBe(200);
          if (rotated) second = rotated.secret;
          if (index === (EVENTS / 3) * 2) known = second;
        }

        const campaigns = () =>
          accepted.flatMap(({ body }) =>
            (
              JSON.parse(body) as {
                events: { data: { campaign_info: { campaign_name: string } } }[];
              }
            ).events.map(({ data }) => data.campaign_info.campaign_name),
          );
        await vi.waitFor(() => expect(campaigns().length).toBeGreaterThanOrEqual(EVENTS), {
          timeout: 30_000,
          interval: 50,
        });
        expect(campaigns().sort()).toEqual(
          Array.from({ length: EVENTS }, (_, index) => `Spring ${index}`).sort(),
        );
        for (const request of receiver.received) {
          expect(isSignedWith(first, request) || isSignedWith(second, request)).toBe(true);
        }
        expect(accepted.some((request) => isSignedWith(second, request))).toBe(true);
        // A rejected attempt would be repeated minutes later.
        await vi.waitFor(
          async () => {
            const response = await fetch(`${webhooks}/${id}/deliveries?count=100`, { headers });
            const { data } = (await response.json()) as { data: ManagedDelivery[] };
            const states = data.map(({ state, attempts }) => `${state} ${attempts.length}`);
            expect(new Set(states)).toEqual(new Set(['delivered 1']));
          },
          { timeout: 10_000, interval: 100 },
        );
      },
      120_000,
    );
  }
});
