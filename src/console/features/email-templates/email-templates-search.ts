import * as z from 'zod/mini';
import { pageSearch } from '#console/api/page-search.ts';

/** The state of the e-mail templates page in its address. */
export const emailTemplatesSearchSchema = z.object(pageSearch);
