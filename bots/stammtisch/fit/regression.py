# SPDX-License-Identifier: MIT
"""Logistic regression for tables: a few numbers of each sample select parameters, and few are measured.

The parameters have a normal prior, whose covariance says which of them are alike: a rare holding, of which the
games say little, gets what similar holdings have. So no first guess is needed."""
import numpy as np


def pooled(basis, common, own):
    """The covariance of parameters that are `basis` times something of deviation `common`, and something of
    each one's own of deviation `own`."""
    return common ** 2 * basis @ basis.T + own ** 2 * np.eye(len(basis))


def precision(size, blocks, fixed):
    """The inverse of the prior's covariance. blocks: (offset, covariance); fixed: deviation of the others."""
    result = np.eye(size) / fixed ** 2
    for offset, covariance in blocks:
        end = offset + len(covariance)
        result[offset:end, offset:end] = np.linalg.inv(covariance)
    return result


def _gram(slots, dense, columns, weight, size):
    """X' W X, where a row of X counts the slots of a sample and has `dense` numbers in `columns`."""
    gram = np.zeros(size * size)
    for a in range(slots.shape[1]):
        for b in range(slots.shape[1]):
            gram += np.bincount(slots[:, a] * size + slots[:, b], weight, size * size)
    gram = gram.reshape(size, size)
    for i, column in enumerate(columns):
        for a in range(slots.shape[1]):
            cross = np.bincount(slots[:, a], weight * dense[:, i], size)
            gram[column, :] += cross
            gram[:, column] += cross
        for k, other in enumerate(columns):
            gram[column, other] += (weight * dense[:, i] * dense[:, k]).sum()
    return gram


def fit(slots, dense, columns, won, prior, offset=0.0, steps=25):
    """The most probable parameters. won: 0 or 1, or a share, of each sample; offset: known log odds."""
    size = len(prior)
    w = np.zeros(size)
    for _ in range(steps):
        odds = offset + w[slots].sum(axis=1) + dense @ w[columns]
        p = 1 / (1 + np.exp(-odds))
        rest = won - p
        gradient = -prior @ w
        for a in range(slots.shape[1]):
            gradient += np.bincount(slots[:, a], rest, size)
        gradient[columns] += dense.T @ rest
        step = np.linalg.solve(_gram(slots, dense, columns, p * (1 - p), size) + prior, gradient)
        w = w + step
        if np.abs(step).max() < 1e-5:
            break
    return w


def log_loss(odds, won):
    """Mean loss of predictions in nats, for shares as well."""
    return float(np.mean(np.logaddexp(0, odds) - won * odds))
