import { createTemplateOnce } from './database-template.ts';

// Run when an image is built, so that the first start copies a database instead of creating one.
if (!(await createTemplateOnce())) {
  process.stderr.write('The template database can not be written to node_modules/.cache\n');
  process.exitCode = 1;
}
