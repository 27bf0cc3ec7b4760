import type { Environment } from '#services/platform/environment.ts';
import { verifySmtp } from '#services/platform/messages/smtp-transport.ts';
import { get } from './check-public-address.ts';
import { type Finding, reasonOf } from './run-check.ts';

const SMTP_TIMEOUT_MS = 10_000;

/** Signs in to the mail server, without sending anything. */
export async function checkMail({ smtpUrl, demo }: Environment): Promise<Finding> {
  if (smtpUrl === undefined) {
    if (demo) return { status: 'ok', result: 'No mail server: messages go to the outbox' };
    return {
      status: 'warning',
      result: 'SMTP_URL is not set: codes, invitations and new passwords are not sent',
      advice: 'Set it to your mail server',
    };
  }
  const { host } = new URL(smtpUrl);
  try {
    await verifySmtp(smtpUrl, SMTP_TIMEOUT_MS);
    return { status: 'ok', result: `${host} accepts the sign-in` };
  } catch (error) {
    return {
      status: 'problem',
      result: `${host} can't be used: ${reasonOf(error)}`,
      advice: 'Check SMTP_URL; mail test <address> sends a message',
    };
  }
}

/** Reads the directory of the authority that issues domains' certificates. */
export async function checkAcme({ acme, demo }: Environment): Promise<Finding> {
  if (!acme) {
    const result = 'From the local authority, which browsers do not trust';
    if (demo) return { status: 'ok', result };
    const advice = 'Set PATRON_ACME_DIRECTORY_URL if teams add domains';
    return { status: 'warning', result, advice };
  }
  const { directoryUrl } = acme;
  const unusable = (reason: string): Finding => ({
    status: 'problem',
    result: `${directoryUrl} can't be used: ${reason}`,
    advice: 'Check PATRON_ACME_DIRECTORY_URL and outgoing connections from this network',
  });
  try {
    const response = await get(directoryUrl);
    if (!response.ok) return unusable(`status ${response.status}`);
    const directory = (await response.json()) as {
      newOrder?: string;
      meta?: { externalAccountRequired?: boolean };
    };
    if (!directory.newOrder) return unusable('it is not an ACME directory');
    if (directory.meta?.externalAccountRequired) {
      return unusable('it requires an external account, which Patron does not support');
    }
    return { status: 'ok', result: `From ${directoryUrl}` };
  } catch (error) {
    return unusable(reasonOf(error));
  }
}
