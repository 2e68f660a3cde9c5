// The audit of wrong subjects: names that add or leave out what makes another checkpoint.
import { describe, expect, it } from 'vitest'
import { findDisagreements } from '../../../src/domain/audits/disagreement.ts'
import { findWrongSubjects } from '../../../src/domain/audits/wrong-subject.ts'
import type { Claim } from '../../../src/domain/claim.ts'
import { indexDerivations } from '../../../src/domain/derivation-links.ts'
import { variantKey, variantOf } from '../../../src/domain/variant-words.ts'
import { claim, setting, source, stated } from '../claims.ts'

describe('variantOf', () => {
  it.each([
    ['DeepSeek-V3 Base', 'DeepSeek-V3', 'base'],
    ['DeepSeek v3', 'DeepSeek-V3', ''],
    ['InternLM-Chat 20B', 'internlm-20b', 'chat'],
    ['Llama 3 (8B)', 'Meta-Llama-3-8B-Instruct', 'untuned'],
    ['Llama-3-In 8b   ', 'Meta-Llama-3-8B-Instruct', ''],
    ['Gemma 2 Instruct (9B)', 'gemma-2-9b-it', ''],
    // A bare name is usual for a base model.
    ['Baichuan2 13B', 'baichuan-2-13b-base', ''],
    // Words only: no part of one.
    ['ChatGLM2', 'glm-2', ''],
    ['Database-1', 'Data-1', ''],
  ])('%s filed under %s: %j', (printed, model, key) => expect(variantKey(variantOf(printed, model))).toBe(key))
})

describe('findWrongSubjects', () => {
  const shots = (n: string | null) => setting({ protocol: stated({ shots: n }) })
  const named = (reportedName: string, printed: string, fields: Partial<Claim> = {}) =>
    claim(printed, { modelName: 'internlm-20b', reportedName, source: source(reportedName), ...fields })

  it('finds a chat model among others, whatever the shots, and leaves it out of the disagreement', () => {
    const yi = source('yi')
    const claims = [
      named('InternLM 20B', '52.6', { setting: shots('8') }),
      named('InternLM 20B', '62.9', { setting: shots(null), source: yi }),
      named('InternLM-Chat 20B', '43.4', { setting: shots('4'), source: yi }),
    ]
    const [found, ...others] = findWrongSubjects(claims)
    expect(others).toEqual([])
    expect(found).toMatchObject({ kind: 'WRONG_SUBJECT', settingStated: false, spread: '19.5' })
    expect(found?.observations).toEqual([claims[2], claims[0], claims[1]].map((one) => one?.key))
    expect(findDisagreements(claims).map(({ observations }) => observations)).toEqual([
      [claims[0]?.key, claims[1]?.key].sort(),
    ])
  })

  it('finds a base model beside the released one only where the values contradict each other', () => {
    const pair = (n: string) => [
      named('internlm', '87.2', { setting: shots('5') }),
      named('internlm base', '87.1', { setting: shots(n) }),
    ]
    expect(findWrongSubjects(pair('5'))).toHaveLength(1)
    expect(findDisagreements(pair('5'))).toEqual([])
    expect(findWrongSubjects(pair('3'))).toEqual([])
  })

  it.each<[string, Claim[]]>([
    ['equal numbers', [named('internlm', '52.6'), named('internlm chat', '52.6')]],
    ['names that all say so', [named('internlm chat', '52.6'), named('InternLM-Chat', '43.4')]],
    ['other scales', [named('internlm', '52.6'), named('internlm chat', '0.43', { setting: setting({ unit: null }) })]],
    ['a retracted claim', [named('internlm', '52.6'), named('internlm chat', '43.4', { status: 'RETRACTED' })]],
  ])('finds nothing in %s', (_, claims) => expect(findWrongSubjects(claims)).toEqual([]))

  it('finds nothing in what follows from another', () => {
    const [a, b] = [named('internlm', '52.6'), named('internlm chat', '43.4')]
    const derived = indexDerivations([{ observation: b.key, from: [a.key], kind: 'ROUNDED' }])
    expect(findWrongSubjects([a, b], derived)).toEqual([])
  })
})
