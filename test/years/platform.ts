// Imported first: no other module may keep the real timers.
import { takeOverNetwork } from './network.ts';
import { takeOverProcess } from './world-time.ts';

takeOverProcess();
takeOverNetwork();
