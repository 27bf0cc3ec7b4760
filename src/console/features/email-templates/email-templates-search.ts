import * as z from 'zod/mini';
import { pageSearch } from '#console/lib/page-search.ts';

/** The state of the e-mail templates page in its address. */
export const emailTemplatesSearchSchema = z.object(pageSearch);
