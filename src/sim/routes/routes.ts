// The service's operations, each with the handler that answers it.
import { accountRoutes } from './accounts.ts';
import { familyARoutes } from './family-a.ts';
import type { Routes } from './route.ts';

export const routes: Routes = { ...familyARoutes, ...accountRoutes };
