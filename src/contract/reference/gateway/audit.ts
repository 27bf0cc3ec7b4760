import * as z from 'zod/mini';
import {
  AUDIT_CSV_PATH,
  auditCsvQuery,
  auditEventSchema,
  listAuditEvents,
} from '#contract/audit/audit-events.ts';
import type {
  DescribedEndpoint,
  OperationDocumentation,
  ParameterDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { eventFilters, orExportToken } from '#contract/reference/event-filters.ts';

export const auditSchemas: Record<string, SchemaDocumentation> = {
  AuditEvent: {
    schema: auditEventSchema,
    description: 'Who changed what, when and from where. Secrets are never listed.',
  },
};

const auditFilters: Record<string, Partial<ParameterDocumentation>> = {
  ...eventFilters,
  subject_type: { description: 'Only about subjects of this type, such as `member`.' },
  subject_id: {
    description:
      'Only about the subject with this id. With the type `job` also the changes of members that the job made.',
  },
  request_id: {
    description: 'Only by the request with this id; `undo-of-7` finds what undid the event 7.',
  },
  job: {
    description:
      'Only changes of the job with this id; `none` leaves out those of all jobs, `all` leaves out none. By default a list without an action or a subject id has one entry for each job.',
  },
};

const exportAuditEvents: DescribedEndpoint = {
  ...listAuditEvents,
  id: 'exportAuditEvents',
  path: AUDIT_CSV_PATH,
  query: auditCsvQuery,
  responseMediaType: 'text/csv',
  response: z.string(),
};

export const auditOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listAuditEvents,
    summary: 'List the changes in a team, newest first',
    description: `Every change in the team, however it was made. For administrators of the team${orExportToken} only.`,
    parameters: auditFilters,
    responses: { 200: 'A page of events.' },
  },
  {
    endpoint: exportAuditEvents,
    summary: 'Download the changes in a team',
    description: `The events that match the filters, as CSV. The download is an event itself. For administrators of the team${orExportToken} only.`,
    parameters: auditFilters,
    responses: { 200: 'The file.' },
  },
];
