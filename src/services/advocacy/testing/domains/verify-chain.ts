import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

/**
 * Verifies a server certificate with openssl.
 * @param chain PEM: the certificate, followed by each issuer
 * @param root trusted root in PEM
 * @param options more options of `openssl verify`
 * @throws when verification fails
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

export function splitPems(text: string): string[] {
  return text.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
}
