import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { ADMIN } from '../support/sign-in.ts';

/** A receiver of webhooks with a secret that can be changed, and a response that can be set. */
export async function startWebhookReceiver() {
  const receiver = { secret: '', isBroken: false };
  /** Campaign names of the events that were accepted. */
  const campaigns: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const signature = createHmac('sha512', receiver.secret)
      .update(`${body}:${request.headers.nonce}`)
      .digest('hex');
    const isVerified = signature === request.headers['x-loyalty-signature'];
    if (!receiver.isBroken && isVerified) {
      for (const { data } of JSON.parse(body).events) {
        campaigns.push(data.campaign_info.campaign_name);
      }
    }
    response.writeHead(receiver.isBroken ? 503 : isVerified ? 200 : 401);
    response.end(receiver.isBroken ? 'Closed for maintenance' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    receiver,
    campaigns,
    name: `127.0.0.1:${port}/events`,
    url: `http://127.0.0.1:${port}/events`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function confirmPassword(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Reads the secret or key that is shown once, and closes its dialog. */
export async function readSecret(page: Page, name = 'Secret'): Promise<string> {
  const secret = await page.getByRole('group', { name }).textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  return secret ?? '';
}
