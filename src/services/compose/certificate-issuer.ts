import { createAcmeIssuer } from '../advocacy/domains/acme/acme-issuer.ts';
import type { CertificateIssuer } from '../advocacy/domains/certificate-issuer.ts';
import { createLocalAuthority } from '../advocacy/domains/local-authority.ts';
import type { Foundations } from './foundations.ts';

/** Who issues the domains' certificates: by ACME where a directory is configured, else ourselves. */
export function deploymentCertificateIssuer({
  environment: { acme },
  storage: { db },
  clock,
  encryption,
}: Foundations): CertificateIssuer {
  const dependencies = { db, clock, encryption };
  return acme ? createAcmeIssuer(dependencies, acme) : createLocalAuthority(dependencies);
}
