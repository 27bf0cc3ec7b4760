import { and, eq, isNull } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { findTierNames } from '#services/gateway/directory/tier-names.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';

/** What a team's program knows, for the check and for the import of a file. */
export interface ProgramValues {
  /** Names by ID. */
  tiers: ReadonlyMap<string, string>;
  /** Whether the service is ours. Another vendor's doesn't list its tiers, so that these may not be all. */
  isOurs: boolean;
  language: string | null;
  /** Fields that each member needs, with a value that no other member has. */
  uniqueFields: readonly string[];
}

export const UNKNOWN_PROGRAM: ProgramValues = {
  tiers: new Map(),
  isOurs: false,
  language: null,
  uniqueFields: [],
};

export async function loadProgramValues(
  { db, programs }: Pick<GatewayDependencies, 'db' | 'programs'>,
  teamId: number,
): Promise<ProgramValues> {
  const { partnerId, baseUrl } = loyaltyConnections;
  const [connection] = await db
    .select({ partnerId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.teamId, teamId), isNull(baseUrl)));
  if (!connection || !programs) {
    return { ...UNKNOWN_PROGRAM, tiers: await findTierNames(db, teamId) };
  }
  const program = await programs.getProgram(connection.partnerId);
  const { tiers, language, unique_fields: uniqueFields = [] } = program;
  return {
    tiers: new Map(tiers.map(({ id, name }) => [id, name])),
    isOurs: true,
    language,
    uniqueFields,
  };
}

/** The ID of a tier that is written as its ID or its name; any other text, or a name of two tiers, unchanged. */
export function normalizeTier(text: string, { tiers }: ProgramValues): string {
  if (tiers.has(text)) return text;
  const name = foldText(text);
  const ids = [...tiers].filter(([, each]) => foldText(each) === name).map(([id]) => id);
  return (ids.length === 1 && ids[0]) || text;
}

/** Why a tier can't be imported; undefined if it can, or nobody knows. */
export function checkTier(text: string, values: ProgramValues): string | undefined {
  const { tiers, isOurs } = values;
  if (!isOurs || tiers.has(text)) return undefined;
  const name = foldText(text);
  if ([...tiers.values()].some((each) => foldText(each) === name)) {
    return 'Two tiers have this name. Use the ID';
  }
  return `There is no such tier. Use ${CHOICE.format([...tiers.values()])}`;
}

const CHOICE = new Intl.ListFormat('en', { type: 'disjunction' });
