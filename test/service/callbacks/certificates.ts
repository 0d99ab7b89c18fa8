import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** An authority of our own, and what it has certified. All PEM. */
export type Certificates = { ca: string; key: string; cert: string };

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Makes an authority and a certificate of it for these names (`DNS:...`, `IP:...`). */
export async function makeCertificates(...names: string[]): Promise<Certificates> {
  x509.cryptoProvider.set(webcrypto as never);
  const newKeys = () =>
    webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
  const [authorityKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + TWO_DAYS_MS) };
  const issuer = 'CN=paperqueue test authority';
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: issuer,
    serialNumber: '01',
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    issuer,
    subject: 'CN=paperqueue test receiver',
    serialNumber: '02',
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.SubjectAlternativeNameExtension(names.map(readName))],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    ca: authority.toString('pem'),
    cert: certificate.toString('pem'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  };
}

function readName(text: string): { type: 'dns' | 'ip'; value: string } {
  const [kind = '', ...value] = text.split(':');
  return { type: kind === 'IP' ? 'ip' : 'dns', value: value.join(':') };
}
