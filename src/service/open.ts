import type { Config } from '../platform/config.ts';
import { type Lifetime, lazyPart } from '../platform/lifetime.ts';
import type { Admin } from './admin.ts';

type ServiceParts = { config: Config; life: Lifetime; onLoss: (loss: object) => void };

/** What an operator can do with the service without running it. */
export function openServiceFeatures({ config, life, onLoss }: ServiceParts) {
  return {
    admin: lazyPart(async (): Promise<Admin> => {
      const { createAdmin, openAdmin } = await import('./admin.ts');
      if (!config.databaseUrl) return life.closing(openAdmin(config.dataDir, onLoss));
      const { openPostgresStore } = await import('./store/postgres/store.ts');
      return life.closing(createAdmin(await openPostgresStore(config.databaseUrl)));
    }),
    async databaseState() {
      if (!config.databaseUrl) return undefined;
      const { databaseState } = await import('./store/postgres/state.ts');
      return databaseState(config.databaseUrl);
    },
    async servedBooks() {
      if (config.databaseUrl) return undefined;
      const { checkServedBooks } = await import('./store/sqlite/served-books.ts');
      return checkServedBooks(config.dataDir);
    },
    async reportAddress(url: string) {
      const { openReportAddress } = await import('./callbacks/send-report.ts');
      return life.closing(openReportAddress(url)).send;
    },
  };
}
