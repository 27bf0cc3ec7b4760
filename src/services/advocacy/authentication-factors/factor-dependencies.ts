import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

export interface FactorDependencies
  extends Pick<ServiceDependencies, 'db' | 'clock' | 'encryption' | 'messages'> {
  keyring: Pick<Keyring, 'codes'>;
}
