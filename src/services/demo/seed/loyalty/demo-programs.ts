export interface DemoProgram {
  /** The team that is connected to it. */
  teamId: number;
  partnerId: string;
  apiKey: string;
  /** Signs the events to the team's inbox. */
  webhookSecret: string;
  name: string;
  members: number;
}

/** The larger program, with a webhook to the inbox of its team. */
export const FULL_PROGRAM: DemoProgram = {
  teamId: 1,
  partnerId: 'patron-demo',
  apiKey: 'patron-demo-api-key',
  webhookSecret: 'patron-demo-webhook-secret',
  name: 'Patron Demo Rewards',
  members: 5000,
};

/** The demo's loyalty programs (operating.md, Demo data). */
export const DEMO_PROGRAMS: readonly DemoProgram[] = [
  FULL_PROGRAM,
  {
    teamId: 2,
    partnerId: 'patron-demo-2',
    apiKey: 'patron-demo-api-key-2',
    webhookSecret: 'patron-demo-webhook-secret-2',
    name: 'Patron Demo Circle',
    members: 300,
  },
];
