import { randomBytes } from 'node:crypto';

/** A new id in the format of the API: 24 hexadecimal digits. */
export function createServiceId(): string {
  return randomBytes(12).toString('hex');
}
