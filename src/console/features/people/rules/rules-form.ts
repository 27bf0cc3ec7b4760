import * as z from 'zod/mini';
import {
  NETWORKS_MAX,
  networkSchema,
  type TeamRules,
  updateTeamRules,
} from '#contract/people/team-rules.ts';

/** The fields of the form, as text. */
export interface RulesForm {
  second_step: 'optional' | 'required';
  /** Empty for no limit. */
  session_hours: string;
  /** One per line. */
  networks: string;
  support_points_max: string;
}

export const RULE_FIELDS = [
  'second_step',
  'session_hours',
  'networks',
  'support_points_max',
] as const satisfies (keyof RulesForm)[];

export function toForm(rules: TeamRules): RulesForm {
  return {
    second_step: rules.second_step === 'required' ? 'required' : 'optional',
    session_hours: rules.session_hours === null ? '' : String(rules.session_hours),
    networks: rules.networks.join('\n'),
    support_points_max: String(rules.support_points_max),
  };
}

/** The networks that were typed. A single address becomes a network with nothing but that address. */
export function parseNetworks(text: string): string[] {
  return splitNetworks(text).map(toNetwork);
}

const splitNetworks = (text: string) => text.split(/[\s,;]+/).filter((each) => each !== '');

function toNetwork(text: string): string {
  return text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
}

const supportPointsSchema = updateTeamRules.body.shape.support_points_max;

export const rulesFormSchema = z.object({
  second_step: z.enum(['optional', 'required']),
  session_hours: z.string(),
  networks: z.string().check(
    z.refine((text) => wrongNetworks(text).length === 0, {
      error: ({ input }) =>
        `Not a network: ${wrongNetworks(String(input)).join(', ')}. Write it like 203.0.113.0/24 or 2001:db8::/32`,
    }),
    z.refine((text) => parseNetworks(text).length <= NETWORKS_MAX, {
      error: `Use ${NETWORKS_MAX} networks or fewer`,
    }),
  ),
  support_points_max: z.string().check(
    z.refine((text) => supportPointsSchema.safeParse(toNumber(text)).success, {
      error: ({ input }) =>
        supportPointsSchema.safeParse(toNumber(String(input))).error?.issues[0]?.message,
    }),
  ),
});

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const wrongNetworks = (text: string) =>
  splitNetworks(text).filter((each) => !networkSchema.safeParse(toNetwork(each)).success);

/** What differs from the saved rules. */
export function toChange(form: RulesForm, saved: RulesForm) {
  const { second_step, session_hours, networks, support_points_max } = form;
  return {
    ...(second_step === saved.second_step ? {} : { second_step }),
    ...(session_hours === saved.session_hours
      ? {}
      : { session_hours: session_hours === '' ? null : Number(session_hours) }),
    ...(networks === saved.networks ? {} : { networks: parseNetworks(networks) }),
    ...(support_points_max === saved.support_points_max
      ? {}
      : { support_points_max: Number(support_points_max) }),
  };
}
