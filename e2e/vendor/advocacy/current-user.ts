import type { Exchange, Reply } from '../exchange.ts';
import { document } from '../json-api.ts';
import { shape } from '../shape.ts';

export const TEAM_IDS = ['42', '7'];
const USER_ID = 'usr.9';

/** `GET` and `PATCH /v2/me`. */
export function currentUserReply(exchange: Exchange): Reply {
  const { teams } = exchange.switches;
  const included = TEAM_IDS.map((id) => ({
    id,
    type: 'team',
    attributes: {
      named: { name: `Kestrel ${id}` },
      titled: { title: `Kestrel ${id}` },
      nameless: {},
      linked: {},
    }[teams],
  }));
  return document(200, {
    data: {
      id: USER_ID,
      type: 'user',
      attributes: shape({ email: 'ines@kestrel.example' }, exchange.switches),
      relationships: { teams: { data: TEAM_IDS.map((id) => ({ id, type: 'team' })) } },
    },
    ...(teams !== 'linked' && { included }),
  });
}
