import { createAcmeIssuer } from '#services/advocacy/domains/certificates/acme/acme-issuer.ts';
import type { CertificateIssuer } from '#services/advocacy/domains/certificates/certificate-issuer.ts';
import { createLocalAuthority } from '#services/advocacy/domains/certificates/local-authority.ts';
import type { SharedDependencies } from './dependencies.ts';

/** The ACME issuer if a directory is configured, otherwise the local authority. */
export function deploymentCertificateIssuer({
  environment: { acme },
  storage: { db },
  clock,
  encryption,
}: SharedDependencies): CertificateIssuer {
  const dependencies = { db, clock, encryption };
  return acme ? createAcmeIssuer(dependencies, acme) : createLocalAuthority(dependencies);
}
