import { randomBytes } from 'node:crypto';

/** A service-generated id as it stands on the wire: 24 hexadecimal digits. */
export function createServiceId(): string {
  return randomBytes(12).toString('hex');
}
