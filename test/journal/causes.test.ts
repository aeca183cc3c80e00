/** Failures of a team's server as pg gives them: the cause, what to do, and whether the server may answer later. */
import { expect, test } from 'vitest';
import { causeAndCure, isAway } from '../../src/journal/postgres/causes.ts';
import { CallRefused, NoAnswer, NoPassword, Unfit } from '../../src/journal/postgres/link.ts';

/** Like pg's: a code of PostgreSQL or of Node, and the place in PostgreSQL's source. */
const failure = (code: string | undefined, message: string, routine?: string): Error =>
  Object.assign(new Error(message), { ...(code && { code }), ...(routine && { routine }) });

const AUTH = 'ClientAuthentication';

test.each<[string, Error, RegExp, boolean]>([
  ['no answer', new NoAnswer(), /does not answer\.$/, true],
  ['a pooler', new Unfit('pooler'), /connection pooler .* Name the server itself/, false],
  ['a replica', new Unfit('replica'), /read-only replica\. Name the primary/, true],
  ['a refusal', new CallRefused('not now'), /^not now\.$/, false],
  [
    'a pooler that does not know a parameter',
    failure('08P01', 'unsupported startup parameter: statement_timeout'),
    /connection pooler/,
    false,
  ],
  ['a wrong password', failure('28P01', 'password authentication failed'), /password is wrong/, false],
  [
    'no password',
    new NoPassword(),
    /asks for a password, and Purser has none\. .*purser team password/,
    false,
  ],
  [
    'a role that may not sign in',
    failure('28000', 'role "ana" is not permitted to log in', 'InitializeSessionUserId'),
    /does not have this role, or the role may not sign in\. .*operator add/,
    false,
  ],
  [
    'a missing client certificate',
    failure('28000', 'connection requires a valid client certificate', AUTH),
    /wants a client certificate of this role\. Check journal\.cert/,
    false,
  ],
  [
    'a role without TLS',
    failure('28000', 'no pg_hba.conf entry for host "10.0.0.1", user "ana", no encryption', AUTH),
    /without TLS\. Set journal\.sslmode/,
    false,
  ],
  [
    'no line in pg_hba.conf',
    failure('28000', 'no pg_hba.conf entry for host "10.0.0.1", user "ana", SSL encryption', AUTH),
    /pg_hba\.conf on the server has no line/,
    false,
  ],
  [
    'no right to connect',
    failure('42501', 'permission denied for database "team"', 'CheckMyDatabase'),
    /may not connect to the database\. .*GRANT CONNECT/,
    false,
  ],
  [
    'no right on a table',
    failure('42501', 'permission denied for schema purser', 'aclcheck_error'),
    /lacks the right on the server\. .*operator add/,
    false,
  ],
  ['no database', failure('3D000', 'database "taem" does not exist'), /journal\.database/, false],
  ['no journal', failure('3F000', 'schema "purser" does not exist'), /purser team init/, false],
  ['another version', failure('42883', 'function does not exist'), /purser team upgrade/, false],
  ['a full disk', failure('53100', 'could not extend file'), /disk of the server is full/, true],
  ['no memory for a lock', failure('53200', 'out of shared memory'), /no memory for another lock/, true],
  ['too many connections', failure('53300', 'too many clients'), /too many connections/, true],
  ['a server that became a replica', failure('25006', 'read-only transaction'), /read-only replica/, true],
  ['a server that stops', failure('57P01', 'terminating connection'), /ended the connection\.$/, true],
  ['a server that starts', failure('57P03', 'the database system is starting up'), /is starting\.$/, true],
  ['a wait for a lock', failure('55P03', 'lock timeout'), /^another console has it open\.$/, false],
  ['two consoles that wait for each other', failure('40P01', 'deadlock'), /^another console has it/, false],
  ['a statement that took too long', failure('57014', 'canceling statement'), /took too long\.$/, false],
  ['no TLS', failure(undefined, 'The server does not support SSL connections'), /ssl = on/, false],
  ['a connection that ended', failure(undefined, 'Connection terminated unexpectedly'), /ended the/, true],
  ['a port without a server', failure('ECONNREFUSED', 'connect'), /can't be reached\. .*journal\.port/, true],
  ['a name without an address', failure('ENOTFOUND', 'getaddrinfo'), /can't be found/, true],
  ['an expired certificate', failure('CERT_HAS_EXPIRED', 'x'), /has expired\. .* renews/, true],
  ['a certificate of tomorrow', failure('CERT_NOT_YET_VALID', 'x'), /not valid yet\. Check the clocks/, true],
  ['an authority that is missing', failure('UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'x'), /not trusted\./, true],
  ['another name', failure('ERR_TLS_CERT_ALTNAME_INVALID', 'x'), /for another name/, true],
  [
    'an unknown authority',
    failure('SELF_SIGNED_CERT_IN_CHAIN', 'x'),
    /not trusted\. Check journal\.ca/,
    true,
  ],
  [
    'an own certificate that has expired',
    failure('ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'x'),
    /your client certificate has expired\. .*journal\.cert/,
    true,
  ],
  [
    'an own certificate of another authority',
    failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'x'),
    /does not accept your client certificate/,
    true,
  ],
  [
    'a damaged key file',
    failure('ERR_OSSL_PEM_NO_START_LINE', 'x'),
    /can't be used\. Check journal\.ca/,
    false,
  ],
  ['TLS that fails', failure('ERR_SSL_WRONG_VERSION_NUMBER', 'x'), /TLS connection failed/, true],
  ['anything else', failure('XX000', 'something else.'), /^something else\.$/, false],
])('%s', (_, error, said, away) => {
  expect([causeAndCure(error), isAway(error)]).toEqual([expect.stringMatching(said), away]);
});
