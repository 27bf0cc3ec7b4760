import { userInfo } from 'node:os';

/** The name of the system's user who runs this process. A container's user may have a number only. */
export function systemUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
