import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/services/**/*-table.ts',
  out: './src/services/platform/migrations',
});
