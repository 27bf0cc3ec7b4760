/** A certificate with the key that it is for. */
interface IssuedCertificate {
  /** PEM: the host's own certificate first, then each one's issuer. */
  chain: string;
  /** PKCS #8 in PEM. */
  privateKey: string;
  expiresAt: Date;
}

/** Whoever issues certificates for the domains: the local authority, or one that is asked by ACME. */
export interface CertificateIssuer {
  /** Tells one issuer from another, also after a restart. */
  id: string;
  /**
   * Obtains a certificate. May take a minute; is never called inside a transaction, and is called
   * again for the same name after a failure, a restart, and before the certificate expires.
   * @param name the host name, in ASCII.
   * @throws when there is none for now; the message is logged and kept.
   */
  issue(name: string): Promise<IssuedCertificate>;
}
