import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

/**
 * Has openssl verify a certificate for a server of the name, up to the root.
 * @param chain PEM: the certificate, then each one's issuer.
 * @param root PEM of whom to trust.
 * @param options of `openssl verify` besides.
 * @throws when openssl does not find it in order.
 */
export function verifyChain(
  chain: string,
  root: string,
  name: string,
  options: readonly string[] = [],
): void {
  const directory = temporaryDirectory();
  const [own = '', ...issuers] = splitPems(chain);
  writeFileSync(join(directory, 'own.pem'), own);
  writeFileSync(join(directory, 'between.pem'), issuers.join('\n'));
  writeFileSync(join(directory, 'root.pem'), root);
  const purpose = ['-purpose', 'sslserver', '-verify_hostname', name];
  const files = ['-CAfile', 'root.pem', '-untrusted', 'between.pem', 'own.pem'];
  execFileSync('openssl', ['verify', ...options, ...purpose, ...files], {
    cwd: directory,
    stdio: 'pipe',
  });
}

/** The certificates of a PEM text, each by itself. */
export function splitPems(text: string): string[] {
  return text.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
}
