import type { ApiKey, Program } from '#contract/program/program.ts';

/** The administration of the loyalty programs in this deployment, by their partner ids. */
export interface ProgramManagement {
  getProgram(partnerId: string): Promise<Program>;
  /** Without revoked keys; oldest first. */
  listApiKeys(partnerId: string): Promise<ApiKey[]>;
  findApiKey(partnerId: string, id: number): Promise<ApiKey | undefined>;
  /** `key` is the only copy. */
  createApiKey(partnerId: string, name: string): Promise<ApiKey & { key: string }>;
  revokeApiKey(partnerId: string, id: number): Promise<void>;
}
