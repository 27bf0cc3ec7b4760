import nodemailer from 'nodemailer';
import { renderEmail } from './email-html.ts';
import type { MessageTransport } from './transport.ts';

/** For each step; the deadline limits all of them together. */
const STEP_TIMEOUT_MS = 15_000;

/**
 * Email over SMTP, as plain text and HTML.
 * @param url `smtp://` or `smtps://` with credentials; its `from` parameter is the sender's address
 * @param host the service's public host; without `from` the sender is `no-reply@` it
 */
export function createSmtpTransport(url: string, host: string): MessageTransport {
  const from = new URL(url).searchParams.get('from') ?? `no-reply@${host}`;
  const mailer = createMailer(url, STEP_TIMEOUT_MS);
  return {
    storesText: false,
    async send({ to, subject, text }, deadline) {
      await mailer.sendMail({
        from: { name: 'Patron', address: from },
        // An object is always one address, whatever characters it contains.
        to: { name: '', address: to },
        subject: subject ?? '',
        text,
        html: renderEmail({ subject: subject ?? '', text }),
        ...(deadline && { signal: deadline }),
      });
    },
  };
}

/**
 * Connects to a mail server and signs in, without sending a message.
 * @throws when that fails
 */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const mailer = createMailer(url, timeoutMs);
  try {
    await mailer.verify();
  } finally {
    mailer.close();
  }
}

/** @param stepTimeoutMs for each of connecting, the greeting and silence */
function createMailer(url: string, stepTimeoutMs: number) {
  return nodemailer.createTransport({
    url,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
