interface IssuedCertificate {
  /** PEM: the host's certificate first, each followed by its issuer's. */
  chain: string;
  /** PKCS #8 in PEM. */
  privateKey: string;
  expiresAt: Date;
}

/** Issues certificates for domains: the local authority, or one reached by ACME. */
export interface CertificateIssuer {
  /** Identifies the issuer across restarts. */
  id: string;
  /**
   * Obtains a certificate. May take a minute, so it is never called inside a transaction. It is called
   * again for the same name after a failure, after a restart, and before the certificate expires.
   * @param name the host name in ASCII
   * @throws when issuance fails; the message is logged and stored
   */
  issue(name: string): Promise<IssuedCertificate>;
}
