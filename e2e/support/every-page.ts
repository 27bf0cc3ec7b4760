import type { Page } from '@playwright/test';
import { paths } from '#console/paths.ts';

/** An address of the console, and something that only its code and data show. */
export interface ConsolePage {
  readonly address: string;
  readonly shows: RegExp;
}

/** Items whose ids differ from run to run, by the list that has them. */
export interface ItemIds {
  readonly event: string;
  readonly request: string;
  readonly auditEvent: string;
}

/** Where no link leads to. */
const UNLINKED = [
  ['/teams/1/none', /^Page not found$/],
  ['/connect/callback', /^You started this in another window$/],
] as const;

const TEAM = '1';
const MEMBER = 'M-000001';

/** Every page and panel: TypeScript fails if an address of the console is missing. */
export function everyPage({ event, request, auditEvent }: ItemIds): ConsolePage[] {
  const shows: Readonly<Record<keyof typeof paths, readonly [address: string, shows: RegExp]>> = {
    home: [paths.home(), /Active members/],
    overview: [paths.overview(TEAM), /Active members/],
    accounts: [paths.accounts(TEAM), /^1–25 of \d\d$/],
    account: [paths.account(TEAM, '1'), /^Feeds and boards$/],
    newAccount: [paths.newAccount(TEAM, 'sftp'), /^Connect SFTP$/],
    boards: [paths.boards(TEAM), /^1–7 of 7$/],
    board: [paths.board(TEAM, '1'), /^Home page wall$/],
    domains: [paths.domains(TEAM), /^www\.patron\.test$/],
    domain: [paths.domain(TEAM, '1'), /^https:\/\/www\.patron\.test/],
    newDomain: [paths.newDomain(TEAM), /^Domain name$/],
    domainExperience: [paths.domainExperience(TEAM, '1'), /^What visitors see at the root of/],
    emailTemplates: [paths.emailTemplates(TEAM), /^1–25 of 60$/],
    emailTemplate: [paths.emailTemplate(TEAM, '1'), /^Subject$/],
    members: [paths.members(TEAM), /^1–100 of [45],\d{3}$/],
    importMembers: [paths.importMembers(TEAM), /^Add and update many members with a CSV file/],
    memberImport: [paths.memberImport(TEAM, '999999'), /^Import not found$/],
    newMember: [paths.newMember(TEAM), /^Birthday$/],
    member: [paths.member(TEAM, MEMBER), /^Referral$/],
    personalData: [paths.personalData(TEAM, MEMBER), /: everything we keep$/],
    editMember: [paths.editMember(TEAM, MEMBER), /^Edit Folake Danjuma$/],
    editMemberInList: [paths.editMemberInList(TEAM, MEMBER), /^Edit Folake Danjuma$/],
    job: [paths.job(TEAM, '1'), /^Added “beta testers” to 4 members$/],
    jobs: [paths.jobs(TEAM), /^Added “beta testers” to 4 members$/],
    activities: [paths.activities(TEAM), /^1–\d+ of 40$/],
    activity: [paths.activity(TEAM, 'purchase'), /^Shown to members$/],
    webhooks: [paths.webhooks(TEAM), /^1–50 of [\d,]+$/],
    webhooksSetup: [paths.webhooksSetup(TEAM), /^Check a signature$/],
    webhookEvent: [paths.webhookEvent(TEAM, event), /^Member at the time$/],
    webhookRequest: [paths.webhookRequest(TEAM, request), /^What happened$/],
    program: [paths.program(TEAM), /^Rules$/],
    programWebhook: [paths.programWebhook(TEAM, '1'), /^1–\d+ of [\d,]+$/],
    people: [paths.people(TEAM), /^Pending invitations$/],
    teamRules: [paths.teamRules(TEAM), /^Save rules$/],
    newInvitation: [paths.newInvitation(TEAM), /^Send invitation$/],
    auditLog: [paths.auditLog(TEAM), / added the member /],
    securityLog: [paths.securityLog(TEAM), /^Signed in$/],
    exportTokens: [paths.exportTokens(TEAM), /^No export tokens$/],
    auditEvent: [paths.auditEvent(TEAM, auditEvent), /^IP address$/],
    security: [paths.security(), /^Two-step verification is off$/],
    newFactor: [paths.newFactor(), /^A code from an app on your phone\.$/],
    newNumberFactor: [paths.newNumberFactor('sms'), /^Set up text messages$/],
    verifyFactor: [paths.verifyFactor('1'), /^Method not found$/],
    acceptInvitation: [paths.acceptInvitation('used'), /^Accept invitation$/],
    profile: [paths.profile(), /^Your account details\.$/],
  };
  return [...Object.values(shows), ...UNLINKED].map(([address, text]) => ({
    address,
    shows: text,
  }));
}

/** The ids of the first items of the lists, from the links of their rows. */
export async function readItemIds(page: Page): Promise<ItemIds> {
  const idOfFirst = async (list: string, item = '/'): Promise<string> => {
    await page.goto(new URL(list, page.url()).href);
    const link = page.getByRole('table').locator(`a[href*="${item}"]`).first();
    const href = (await link.getAttribute('href')) ?? '';
    return decodeURIComponent(new URL(href, page.url()).pathname.split('/').at(-1) ?? '');
  };
  return {
    // Not the request of a batch of events.
    event: await idOfFirst(paths.webhooks(TEAM), '/events/'),
    request: await idOfFirst(`${paths.webhooks(TEAM)}?list=requests`),
    auditEvent: await idOfFirst(paths.auditLog(TEAM)),
  };
}

/** Opens an address as a link does, without loading the console again. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
