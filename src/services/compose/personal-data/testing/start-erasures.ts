import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ErasureDependencies,
  eraseDueMembers,
} from '#services/compose/personal-data/erase-members.ts';
import { createPersonalDataService } from '#services/compose/personal-data/personal-data-service.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';

export interface TestErasures {
  loyalty: TestLoyalty;
  gateway: TestJobs;
  service: ReturnType<typeof createPersonalDataService>;
  dependencies: ErasureDependencies;
  /** Creates a program of our loyalty service and connects teams to it. */
  connect(...teamIds: number[]): Promise<Program>;
  /** Works until no erasure is due. */
  work(): Promise<void>;
  /** Erases a member of team 1. @returns the receipt; undefined if nothing is kept about the member */
  erase(memberId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Our loyalty service, and a gateway whose erasures are worked on when a test says so. */
export async function startErasures(
  storage: Storage,
  changes: Partial<GatewayDependencies> = {},
): Promise<TestErasures> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'patron-erasures-'));
  const loyalty = await startLoyalty(storage);
  const shared = {
    db: storage.db,
    clock: loyalty.clock,
    encryption: loyalty.dependencies.encryption,
    servesLoyalty: true,
    loyaltyBaseUrl: loyalty.baseUrl,
    limits: GATEWAY_LIMITS,
  };
  const service = createPersonalDataService(shared);
  const gateway = await startJobs(storage, { ...shared, personalData: service, ...changes });
  const dependencies: ErasureDependencies = {
    ...gateway.dependencies,
    dataDirectory,
    deletedMemberDays: 30,
    deleteElsewhere: service.deleteElsewhere,
  };
  const work = async () => {
    while (await eraseDueMembers(dependencies));
  };
  return {
    loyalty,
    gateway,
    service,
    dependencies,
    work,
    connect: async (...teamIds) => {
      const { program, credentials } = await createProgram(storage.db);
      for (const teamId of teamIds) await gateway.connect(teamId, undefined, credentials);
      return program;
    },
    erase: async (memberId) => {
      const erasure = await service.erase(1, memberId);
      await work();
      return erasure?.receipt;
    },
    close: async () => {
      await gateway.close();
      await loyalty.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
