import nodemailer from 'nodemailer';
import type { MessageTransport } from './transport.ts';

const TIMEOUT_MS = 15_000;

/**
 * E-mail over SMTP.
 * @param url `smtp://` or `smtps://` with what the server asks for; its `from` parameter is the
 *   sender's address.
 * @param host of the service's public address: the sender is `no-reply@` it where `from` is absent.
 */
export function createSmtpTransport(url: string, host: string): MessageTransport {
  const from = new URL(url).searchParams.get('from') ?? `no-reply@${host}`;
  const mailer = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    storesText: false,
    async send({ to, subject, text }) {
      await mailer.sendMail({
        from: { name: 'Patron', address: from },
        // As an object it is one address, whatever characters stand in it.
        to: { name: '', address: to },
        subject: subject ?? '',
        text,
      });
    },
  };
}
