"""The intervals of answers, against those of statsmodels and scipy."""

from __future__ import annotations

import pytest

from ttt_table.answers.intervals import DIFFERENCE, SHARE, Cluster, mean_over_boards

numpy = pytest.importorskip("numpy", reason="numpy is not installed")


@pytest.mark.parametrize(
    ("right", "boards"), [(0, 1), (0, 20), (7, 20), (250, 431), (431, 431)]
)
def test_one_board_to_a_class_is_the_interval_of_agresti_and_coull(
    right: int, boards: int
) -> None:
    proportion = pytest.importorskip(
        "statsmodels.stats.proportion", reason="statsmodels is not installed"
    )
    clusters = [Cluster(1, 1)] * right + [Cluster(0, 1)] * (boards - right)
    share = mean_over_boards(clusters, SHARE)
    low, high = proportion.proportion_confint(right, boards, method="agresti_coull")
    assert share.mean == right / boards
    assert share[1:] == pytest.approx((max(low, 0), min(high, 1)), abs=1e-12)


@pytest.mark.parametrize("comparisons", [1, 45])
def test_without_added_classes_it_is_the_interval_of_a_clustered_regression(
    comparisons: int,
) -> None:
    models = pytest.importorskip(
        "statsmodels.api", reason="statsmodels is not installed"
    )
    rng = numpy.random.default_rng(1)
    sizes = rng.integers(1, 9, 60)
    groups = numpy.repeat(numpy.arange(60), sizes)
    scores = rng.random(groups.size)
    fit = models.OLS(scores, numpy.ones(groups.size)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    totals = numpy.bincount(groups, scores).tolist()
    clusters = [Cluster(*pair) for pair in zip(totals, sizes.tolist(), strict=True)]
    mean = mean_over_boards(clusters, {0.0: 0.0, 1.0: 0.0}, comparisons)
    low, high = fit.conf_int(0.05 / comparisons)[0]
    assert tuple(mean) == pytest.approx((fit.params[0], low, high), abs=1e-12)


def test_added_classes_count_with_their_weights() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    rng = numpy.random.default_rng(2)
    sizes = rng.integers(1, 9, 60)
    totals = rng.uniform(-1, 1, 60) * sizes
    z = stats.norm.ppf(1 - 0.025 / 3)
    weights = numpy.concatenate([numpy.ones(60), z * z * numpy.array([1, 2, 1]) / 8])
    all_totals = numpy.concatenate([totals, sizes.mean() * numpy.array([-1, 0, 1])])
    all_sizes = numpy.concatenate([sizes, numpy.repeat(sizes.mean(), 3)])
    boards = (weights * all_sizes).sum()
    centre = (weights * all_totals).sum() / boards
    residuals = all_totals - centre * all_sizes
    margin = z * numpy.sqrt((weights * residuals**2).sum()) / boards
    clusters = [Cluster(*p) for p in zip(totals.tolist(), sizes.tolist(), strict=True)]
    difference = mean_over_boards(clusters, DIFFERENCE, 3)
    assert difference[1:] == pytest.approx((centre - margin, centre + margin))
