import * as z from 'zod/mini';
import { pageSearch } from '#console/api/page-search.ts';

/** The state of the email templates page in the URL. */
export const emailTemplatesSearchSchema = z.object(pageSearch);
