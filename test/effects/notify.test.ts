// Desktop notifications: only while the terminal has no focus, and without the customer's name.

import { expect, it } from 'vitest';
import { createNotifications } from '../../src/effects/notify.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import { alpha } from '../store/signed-in.ts';

const to = (status: Visible) => ({
  ...{ customer: alpha, key: 'p1', name: t`Payout to Jo`, status, grave: false, at: 1 },
});

it('a change is told while the terminal has no focus, without any name', () => {
  let written = '';
  const notifications = createNotifications('osc9', text => {
    written += text;
  });
  notifications.changed([to(t`FAILED`)]);
  notifications.focused(false);
  notifications.changed([]);
  notifications.changed([to(t`RETURNED`)]);
  notifications.changed([to(t`RETURNED`), to(t`FAILED`)]);
  notifications.focused(true);
  notifications.changed([to(t`FAILED`)]);
  notifications.lent(true);
  notifications.lent(false);
  notifications.stop();
  expect(written.replaceAll('\u001B', '^').split('\u0007')).toEqual([
    '^[?1004h^]9;Purser: A status is now RETURNED.',
    '^]9;Purser: A status is now RETURNED. 1 more changed.',
    '^[?1004l^[?1004h^[?1004l',
  ]);
});
