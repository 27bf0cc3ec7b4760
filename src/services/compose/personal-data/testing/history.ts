import { and, eq, gt } from 'drizzle-orm';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createEventBatcher } from '#services/loyalty/webhooks/batches/batch-events.ts';
import { enterCampaign } from '#services/loyalty/webhooks/enter-campaign.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import type { Step } from './history-steps.ts';
import { ImportHistory } from './import-history.ts';
import type { TestErasures } from './start-erasures.ts';

/** IDs that resemble each other; each may be that of several members, one after another. */
const IDS = ['abc1', 'ABC1', 'abc', 'abc12', 'xabc1'];

/** Somebody who is or was a member of a program. */
export interface Person {
  /** A text that only values of this person have; long enough that no random digest contains it. */
  marker: string;
  program: ConnectedProgram;
  memberId: string;
  serviceId: string;
  addedAt: Date;
  deletedAt: Date | undefined;
}

interface ConnectedProgram extends Program {
  teamIds: readonly number[];
}

/** What happened to members, through the same doors as in the product. */
export class History {
  readonly people: Person[] = [];
  #number = 0;
  #lastAuditEvent = 0;

  readonly #db: Database;
  readonly #erasures: TestErasures;
  readonly #programs: readonly ConnectedProgram[];
  readonly #imports: ImportHistory<ConnectedProgram>;

  constructor(db: Database, erasures: TestErasures, programs: readonly ConnectedProgram[]) {
    this.#db = db;
    this.#erasures = erasures;
    this.#programs = programs;
    this.#imports = new ImportHistory(db, erasures);
  }

  async take({ kind, program: index, id, other, variant }: Step): Promise<void> {
    const program = this.#programs[index] as ConnectedProgram;
    const memberId = IDS[id % IDS.length] as string;
    const { clock } = this.#erasures.loyalty;
    clock.advance(60);
    const person = this.findActive(program, memberId);
    const second = this.findActive(program, IDS[other % IDS.length] as string);
    const teamId = program.teamIds[variant % program.teamIds.length] as number;
    const member = `/teams/${teamId}/loyalty/v2/loyalty/members/${memberId}?idParam=member_id`;
    if (kind === 'add' && !person) await this.#add(program, memberId, second);
    if (kind === 'crawl') await this.crawl();
    if (kind === 'import') await this.#checkImport(program, teamId, [id, other], variant % 3 === 0);
    if (kind === 'startImport') await this.#startImport(variant);
    if (kind === 'undo') await this.#imports.undo(variant);
    if (person) {
      const { marker, serviceId } = person;
      if (kind === 'change') await this.#send(member, { last_name: `${marker} changed` });
      if (kind === 'points') {
        const reason = `For ${marker}, not for ${second?.memberId}`;
        await this.#send(`/teams/${teamId}/points/${memberId}`, { points: 5, reason });
      }
      if (kind === 'receive') await this.receive(teamId, [person, second ?? person], variant);
      if (kind === 'campaign') await this.#enterCampaign(program, [person, second ?? person]);
      if (kind === 'replay')
        await this.#send(`/teams/${teamId}/webhook-events/replay`, { member_id: memberId });
      const ids = [serviceId, ...(second ? [second.serviceId] : [])];
      const selection = { ids: [...new Set(ids)] };
      if (kind === 'tag') {
        await this.#job(teamId, {
          kind: 'change',
          selection,
          change: { add_tags: [`tag ${variant}`] },
        });
      }
      if (kind === 'export') await this.#job(teamId, { kind: 'export', selection });
      if (kind === 'delete') {
        await this.#erasures.gateway.call(member, { method: 'DELETE' });
        person.deletedAt = clock.now();
      }
    }
    await this.setAuditTimes();
  }

  /** Also in programs of others. */
  findActive = (program: ConnectedProgram, memberId: string): Person | undefined =>
    this.people.find(
      (each) => each.program === program && each.memberId === memberId && !each.deletedAt,
    );

  #newMarker(): string {
    this.#number += 1;
    return `Zqxkvj${this.#number}w`;
  }

  async #add(program: ConnectedProgram, memberId: string, referrer: Person | undefined) {
    const marker = this.#newMarker();
    const [code] = referrer
      ? await this.#db.select().from(members).where(eq(members.serviceId, referrer.serviceId))
      : [];
    await this.#send(`/teams/${program.teamIds[0]}/loyalty/v2/loyalty/members`, {
      member_id: memberId,
      member_status: 'active',
      first_name: marker,
      last_name: 'Li',
      email_address: `${marker}@example.org`,
      member_tags: ['abc1'],
      custom_attributes: JSON.stringify({ abc1: 'x', friend: 'abc1', own: marker }),
      ...(code ? { referrer_code: code.referralCode } : {}),
    });
    await this.#register(program, memberId, marker);
  }

  /** Remembers a member that was added. */
  async #register(program: ConnectedProgram, memberId: string, marker: string) {
    const rows = await this.#db
      .select()
      .from(members)
      .where(and(eq(members.programId, program.id), eq(members.firstName, marker)));
    const { serviceId } = one(rows);
    const addedAt = this.#erasures.loyalty.clock.now();
    this.people.push({ marker, program, memberId, serviceId, addedAt, deletedAt: undefined });
  }

  /** A request with two members by both keys, the id alone, or the operator's ID alone. */
  async receive(teamId: number, people: readonly Person[], variant: number): Promise<void> {
    const { gateway, loyalty } = this.#erasures;
    this.#number += 1;
    const events = people.map(({ marker, serviceId, memberId }, index) => {
      const keys = [
        { id: serviceId, member_id: memberId },
        { id: serviceId },
        { member_id: memberId },
      ];
      return tierUpgrade(`event-${this.#number}-${index}`, {
        ...keys[variant % keys.length],
        first_name: marker,
      });
    });
    const body = envelope(events, { request_id: `request-${this.#number}` });
    await fetch(`${gateway.url}/gateway/teams/${teamId}/webhooks/loyalty`, {
      method: 'POST',
      body,
      headers: signWebhook(body, loyalty.clock.now(), {
        secret: variant % 5 === 0 ? 'wrong' : 'secret',
      }),
    });
    if (variant % 2 === 0) await processEvents(this.#db, loyalty.clock, silentLog);
  }

  async #enterCampaign(program: ConnectedProgram, people: readonly Person[]) {
    const { clock } = this.#erasures.loyalty;
    const memberIds = [...new Set(people.map(({ memberId }) => memberId))];
    const campaign = { memberIds, campaignName: 'Spring' };
    await this.#db.transaction((tx) => enterCampaign(tx, program, campaign, clock.now()));
    const batcher = createEventBatcher(this.#db, silentLog);
    while (await batcher.run(clock.now()));
  }

  async #checkImport(
    program: ConnectedProgram,
    teamId: number,
    choices: readonly number[],
    isStarted: boolean,
  ) {
    const memberIds = [...new Set(choices.map((index) => IDS[index % IDS.length] as string))];
    const rows = memberIds.map((memberId) => {
      const person = this.findActive(program, memberId);
      return { memberId, marker: person?.marker ?? this.#newMarker(), isNew: !person };
    });
    await this.#imports.check(program, teamId, rows);
    if (isStarted) await this.#startImport(-1);
  }

  async #startImport(index: number) {
    const started = await this.#imports.start(index);
    if (!started) return;
    for (const { memberId, marker } of started.added) {
      await this.#register(started.program, memberId, marker);
    }
  }

  /** Reads the members of all teams, which also forgets those that are gone. */
  async crawl(): Promise<void> {
    this.#erasures.loyalty.clock.advance(86_400);
    await this.#erasures.gateway.update();
  }

  async #job(teamId: number, data: object) {
    await this.#send(`/teams/${teamId}/jobs`, { data });
    await this.#erasures.gateway.work();
  }

  async #send(path: string, body: object): Promise<void> {
    const response = await this.#erasures.gateway.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  /** The database's clock gives new audit events their time. */
  async setAuditTimes(): Promise<void> {
    const at = this.#erasures.loyalty.clock.now();
    const { id } = auditEvents;
    const rows = await this.#db
      .update(auditEvents)
      .set({ at })
      .where(gt(id, this.#lastAuditEvent))
      .returning({ id });
    this.#lastAuditEvent = Math.max(this.#lastAuditEvent, ...rows.map((row) => row.id));
  }
}
